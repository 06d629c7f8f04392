/* Runs a script of the site in an empty world that a test furnishes: files without a module system, as pages load them. */
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

/** @param {string} name @param {Record<string, unknown>} world what the script finds there @returns {any} the world afterwards */
function run(name, world) {
  const file = path.join(__dirname, "..", "..", "static", "js", name);
  const context = vm.createContext(world);
  vm.runInContext(fs.readFileSync(file, "utf8"), context, { filename: file });
  return context;
}

module.exports = { run };
