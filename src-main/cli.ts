import path from 'node:path'

import wasmFile from 'sql.js/dist/sql-wasm.wasm?asset'

import { runCli } from './cli/run-cli.ts'

process.exitCode = await runCli(process.argv.slice(2), {
  wasmFile,
  rendererDir: path.join(import.meta.dirname, '../renderer'),
  codeScanFile: path.join(import.meta.dirname, 'code-scan.js'),
  workerFile: path.join(import.meta.dirname, 'worker.js'),
  packageFile: path.join(import.meta.dirname, '../../package.json'),
})
