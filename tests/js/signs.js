/* The spellings of the signs that the pages hand to their scripts: asked of Python, where they stand once. */
"use strict";
const { execFileSync } = require("node:child_process");
const path = require("node:path");

const asked = "import json; from scoring.shorthand import SPELLED; print(json.dumps(dict(SPELLED)))";
const told = execFileSync(process.env.PYTHON || "python3", ["-c", asked], { cwd: path.join(__dirname, "..", ".."), encoding: "utf8" });

module.exports = /** @type {Record<string, string>} */ (JSON.parse(told));
