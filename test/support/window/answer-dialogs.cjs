// Loaded into the app before its own code (`electron -r`): message boxes are answered by HALYARD_TEST_ANSWER, the label
// of a button, and what they said goes to the file HALYARD_TEST_DIALOGS. Nobody sits in front of a test. With
// HALYARD_TEST_THINKS the answer comes when this file is there.
const { appendFileSync, existsSync } = require('node:fs')
const { setTimeout: sleep } = require('node:timers/promises')
const { dialog } = require('electron')

dialog.showMessageBox = async (options) => {
  appendFileSync(process.env.HALYARD_TEST_DIALOGS, `${JSON.stringify(options)}\n`)
  const { HALYARD_TEST_THINKS: decided } = process.env
  while (decided && !existsSync(decided)) await sleep(20)
  return { response: options.buttons.findIndex((label) => label.startsWith(process.env.HALYARD_TEST_ANSWER)) }
}
