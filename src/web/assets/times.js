// Shows times in the time zone of the browser; the server writes them in UTC, which becomes the tooltip.

const { whenDrawn } = shared;

/** A time as `2026-11-22 10:59`, in the time zone of the browser. */
function inZone(time) {
  const two = (number) => String(number).padStart(2, "0");
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join("-");
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

whenDrawn(() => {
  for (const element of document.querySelectorAll("time[datetime$=Z]:not([title])")) {
    const time = new Date(element.dateTime);
    if (Number.isNaN(time.getTime())) continue;
    element.title = element.textContent;
    element.textContent = inZone(time);
  }
});
