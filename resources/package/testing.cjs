// `require('halyard/testing')`, for test runners that load tests as CommonJS, such as jest. A runner may run tests in a
// context of its own, without a loader of modules: the bundle is imported by the loader of Node instead.
'use strict'
const { pathToFileURL } = require('node:url')
const path = require('node:path')
const vm = require('node:vm')

const entry = pathToFileURL(path.join(__dirname, 'out/main/testing.js')).href
let loaded

/** Imports by the loader of the runner's context, if it has one, else by that of Node. */
async function load() {
  try {
    return await import(entry)
  } catch (error) {
    if (!/import/i.test(String(error.code ?? error.message))) throw error
    const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
    return new vm.Script(`import(${JSON.stringify(entry)})`, { importModuleDynamically }).runInThisContext()
  }
}

exports.startHalyard = async (options) => (await (loaded ??= load())).startHalyard(options)
