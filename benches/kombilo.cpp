// Lets peers.py measure Kombilo's engine. Uses only its public classes, without its window and Python.
//
//     kombilo build DATABASE    reads the files that standard input names, prints how many games the database has
//     kombilo ask DATABASE      says "ready", then answers each line of standard input
//
// A question is TRUST TYPE WIDTH HEIGHT POINTS. TRUST 1 relies on the hashes of whole boards, 0 plays the games
// through as Kombilo's window does; the rest are arguments of the class Pattern. The answer has the number of games,
// the numbers that Black and White won, the number of continuations, and the microseconds that the search took in
// this process.
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "search.h"

namespace {

using Clock = std::chrono::steady_clock;

std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Builds with all kinds of search and the tags that Kombilo's window asks for, without the texts of the games, and
// without a search for copies.
int build(const char* database) {
    ProcessOptions options;
    options.sgfInDB = false;
    options.rootNodeTags = "PW,PB,RE,DT,EV";
    GameList games(database, "", "", &options, 19, 500);
    games.start_processing();
    for (std::string path; std::getline(std::cin, path);) {
        const auto name = path.find_last_of('/') + 1;
        try {
            games.process(text_of(path).c_str(), path.substr(0, name).c_str(), path.substr(name).c_str(), {});
        } catch (const SGFError&) {
            std::cerr << "not read: " << path << '\n';
        }
    }
    games.finalize_processing();
    std::cout << games.size_all() << std::endl;
    return 0;
}

int continuations_of(GameList& games) {
    int found = 0;
    for (const Continuation* next : games.continuations) found += (next->B > 0) + (next->W > 0);
    return found;
}

// Answers questions from standard input. Colours are as drawn; each search begins with all games.
int ask(const char* database) {
    GameList games(database, "", "", nullptr, 19, 500);
    SearchOptions options(1);
    std::cout << "ready" << std::endl;
    int type, width, height;
    std::string points;
    while (std::cin >> options.trustHashFull >> type >> width >> height >> points) {
        games.reset();
        const auto began = Clock::now();
        Pattern pattern(type, 19, width, height, points.c_str());
        games.search(pattern, &options);
        const int continuations = continuations_of(games);
        const auto taken = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began);
        std::cout << games.size() << ' ' << games.BwinsG << ' ' << games.WwinsG << ' ' << continuations << ' '
                  << taken.count() << std::endl;
    }
    return 0;
}

}  // namespace

int main(int count, char** words) {
    const std::string command = count == 3 ? words[1] : "";
    if (command == "build") return build(words[2]);
    if (command == "ask") return ask(words[2]);
    std::cerr << "usage: kombilo build DATABASE | kombilo ask DATABASE\n";
    return 2;
}
