import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A folder of one's own, and the function that removes it. */
export function makeTempFolder(prefix = 'halyard-'): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), prefix))
  // retry while another process still writes into it
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) }
}
