// Loaded into the app before its own code (`electron -r`): message boxes are answered by HALYARD_TEST_ANSWER, the label
// of a button, and what they said goes to the file HALYARD_TEST_DIALOGS. Nobody sits in front of a test.
const { appendFileSync } = require('node:fs')
const { dialog } = require('electron')

dialog.showMessageBox = async (options) => {
  appendFileSync(process.env.HALYARD_TEST_DIALOGS, `${JSON.stringify(options)}\n`)
  return { response: options.buttons.findIndex((label) => label.startsWith(process.env.HALYARD_TEST_ANSWER)) }
}
