import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

export const ADMIN_TOKEN = '*:*.bench-admin'
export const BACKEND_TOKEN = 'default:development.bench-backend'
export const FRONTEND_TOKEN = 'default:development.bench-frontend'
export const FEATURES = '/api/admin/projects/default/features'

/** Limits are there to keep people from mistakes; a bench makes more flags than they allow. */
export const LIMITS = { UNLEASH_FEATURE_FLAGS_LIMIT: '1000000' }
/** Reports of more programs than a machine has. */
export const RATES = {
  CLIENT_METRICS_RATE_LIMIT_PER_MINUTE: '100000000',
  CLIENT_REGISTER_RATE_LIMIT_PER_MINUTE: '100000000',
}
export const TOKENS = {
  INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
  INIT_BACKEND_API_TOKENS: BACKEND_TOKEN,
  INIT_FRONTEND_API_TOKENS: FRONTEND_TOKEN,
}

// as npx and npm start set it: servers beside it have it too
process.env['MALLOC_TRIM_THRESHOLD_'] ??= '1048576'

/** The command that serves the built service, headless, with its data in this folder. */
export const serveFrom = (folder: string): string[] => [
  '--max-semi-space-size=4', // as npx and npm start it
  path.join(root, 'scripts/halyard.mjs'),
  ...['serve', '--port', '0', '--log-level', 'warn', '--data-dir', path.join(folder, 'data')],
]

/** Runs a bench with a folder of its own, and ends the process. */
export async function runBench(bench: (folder: string) => Promise<void>): Promise<never> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'halyard-bench-'))
  try {
    await bench(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return process.exit() // Node's fetch keeps connections open for a while
}
