// `npm run bench [names]`: builds, measures the built service as a process of its own (test/performance/bench/README.md), and writes
// docs/benchmarks.md. With names, such as `npm run bench -- frontend growth`, only these parts are measured again; the others stay in
// the report as they were measured last.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { build } from './build.mjs'

const root = path.resolve(import.meta.dirname, '..')
const outputs = path.join(root, 'test-results/bench')
const FIRST = 'bench'
/** Parts that take ten minutes, or need PostgreSQL: they are measured only when named. */
const BY_HAND = ['engines', 'move']
const names = process.argv.slice(2)
const all = readdirSync(path.join(root, 'test/performance/bench'))
  .flatMap((file) => /^(.+)-bench\.ts$/.exec(file)?.slice(1) ?? [])
  .toSorted()
const parts = [FIRST, ...all].filter((name) =>
  names.length === 0 ? !BY_HAND.includes(name) : names.includes(name),
)

/** Runs a script to its end; answers what it has printed, which is shown too. */
function run(script, ...args) {
  const child = spawn(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    process.stdout.write(chunk)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${script} ended with ${code}`)),
    )
  })
}

if (build(root) !== 0) process.exit(1)
mkdirSync(outputs, { recursive: true })
for (const name of parts) {
  try {
    const output = await run(
      name === FIRST ? 'test/performance/bench/bench.ts' : `test/performance/bench/${name}-bench.ts`,
    )
    // rates and times mean little without it
    const conditions = `${new Date().toISOString().slice(0, 16)}, load ${os.loadavg()[1].toFixed(1)}`
    writeFileSync(path.join(outputs, `${name}.txt`), `${output.trimEnd()}\n\n${conditions}\n`)
  } catch (error) {
    // the other parts are measured nevertheless; the report says what is missing
    console.error(error.message)
    process.exitCode = 1
  }
}
await run('test/performance/bench/run-report.ts')
