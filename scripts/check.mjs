// `npm run check`: types, lint, format and layering, one per core. Prints the output of each step when it ends, so
// that outputs are not mixed. Runs all steps, and fails if one fails.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** Scripts of package.json, the longest first; most read the declarations of the service, and start after them. */
const steps = [
  { script: 'lint:rules', readsDeclarations: true },
  { script: 'lint:types', readsDeclarations: true },
  { script: 'format:check' },
  { script: 'lint:styles' },
  { script: 'typecheck:window', readsDeclarations: true },
  { script: 'typecheck:tests', readsDeclarations: true },
  { script: 'layering' },
  { script: 'dead-code' },
]

/** Runs a script to its end; answers whether it is content. */
function run(script) {
  const started = performance.now()
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: root,
    shell: process.platform === 'win32', // there, npm is a .cmd
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = []
  child.stdout.on('data', (chunk) => said.push(chunk))
  child.stderr.on('data', (chunk) => said.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      const seconds = Math.round((performance.now() - started) / 1000)
      process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'}  ${script}, ${seconds} s\n`)
      process.stdout.write(Buffer.concat(said))
      if (code !== 0) process.exitCode = 1
      resolve(code === 0)
    })
  })
}

let areDeclared = false
const declared = run('declarations').then((isContent) => {
  areDeclared = isContent
})

/** Runs one step after the other until none is left that can be run. */
async function runSteps() {
  for (;;) {
    const at = steps.findIndex((step) => areDeclared || !step.readsDeclarations)
    if (at !== -1) await run(steps.splice(at, 1)[0].script)
    else if (steps.length > 0 && !areDeclared) {
      await declared
      if (!areDeclared) return // the other steps need the declarations
    } else return
  }
}

// wait for the declarations, which take a whole core
const others = Array.from({ length: Math.max(1, availableParallelism() - 1) }, runSteps)
await Promise.all([declared.then(runSteps), ...others])
