//! game_json
