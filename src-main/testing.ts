import path from 'node:path'

import wasmFile from 'sql.js/dist/sql-wasm.wasm?asset'

import { startHalyard as start } from './testing/start-halyard.ts'
import type { HalyardOptions, TestHalyard } from './testing/test-halyard.ts'

/** Starts a feature-flag service for tests (docs/testing-your-code.md): the entry `halyard/testing` of the package. */
export const startHalyard = (options: HalyardOptions = {}): Promise<TestHalyard> =>
  start(options, { wasmFile, rendererDir: path.join(import.meta.dirname, '../renderer') })
