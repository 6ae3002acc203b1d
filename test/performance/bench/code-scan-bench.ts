// `npm run bench`, another part: how long it takes to scan a large folder with code, first and again.
import { mkdirSync, realpathSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { CodeScanner } from '#main/code-references/code-scanner.ts'
import { root } from '#support/runner/root.ts'
import { runBench } from './instance.ts'
import { median } from './load.ts'
import { machine, print, row } from './report.ts'

const FILES = 100_000
const FILES_OF_FOLDER = 100
const FILE_BYTES = 4000
const FLAGS = 5000
/** Every so many files one uses a flag: a scan keeps 10,000 places. */
const BETWEEN_USES = 10
const CHANGED = 100
const ROUNDS = 5
const MICROS_PER_SECOND = 1e6

const fileOf = (folder: string, n: number) =>
  path.join(folder, `part-${Math.floor(n / FILES_OF_FOLDER)}`, `file-${n}.ts`)

/** Code as people write it: most texts in quotes are no flags. */
function codeOf(n: number): string {
  const used = n % BETWEEN_USES === 0 ? `if (unleash.isEnabled('flag-${n % FLAGS}')) start()\n` : ''
  let code = `import { start } from './start-${n}.ts'\n${used}`
  for (let line = 0; code.length < FILE_BYTES; line++)
    code += `export const label${line} = translate('page-${n}.label-${line}', "of ${line}", [1, 2, 3])\n`
  return code
}

const IGNORED = ['node_modules/', 'dist/', 'out/', 'coverage/', '*.log', '.env', '.cache/', '*.tsbuildinfo']

function writeTree(folder: string): void {
  mkdirSync(folder)
  writeFileSync(path.join(folder, '.gitignore'), IGNORED.join('\n'))
  for (let n = 0; n < FILES; n++) {
    if (n % FILES_OF_FOLDER === 0) mkdirSync(path.dirname(fileOf(folder, n)), { recursive: true })
    writeFileSync(fileOf(folder, n), codeOf(n))
  }
}

async function main(temp: string): Promise<void> {
  const folder = path.join(realpathSync(temp), 'code')
  writeTree(folder)
  const flags = Array.from({ length: FLAGS }, (_, n) => `flag-${n}`)
  const costs = new Map<string, { wall: number; cpu: number; read: number }[]>()
  const scan = async (scanner: CodeScanner, name: string) => {
    const before = process.cpuUsage()
    const begun = performance.now()
    const [found] = await scanner.scan({ project: 'default', folders: [folder], flags })
    const wall = (performance.now() - begun) / 1000
    const { user, system } = process.cpuUsage(before)
    if (found?.files !== FILES || found.references.length !== FILES / BETWEEN_USES)
      throw new Error(`${name}: ${found?.references.length} places in ${found?.files} files`)
    const cost = { wall, cpu: (user + system) / MICROS_PER_SECOND, read: found.read }
    costs.set(name, [...(costs.get(name) ?? []), cost])
  }
  for (let round = 0; round < ROUNDS; round++) {
    const scanner = new CodeScanner({ workerFile: path.join(root, 'out/main/code-scan.js') })
    await scan(scanner, 'first')
    await scan(scanner, 'again, nothing changed')
    const now = new Date()
    for (let n = 0; n < CHANGED; n++) utimesSync(fileOf(folder, n * (FILES / CHANGED)), now, now)
    await scan(scanner, `again, ${CHANGED} files changed`)
    await scanner.close()
  }

  print(`\n${machine()}, ${FILES} files of ${FILE_BYTES / 1000} kB, ${FLAGS} flags, medians of ${ROUNDS}\n`)
  print(row(['a scan', 'seconds', 's of CPU', 'files read']))
  for (const [name, all] of costs)
    print(
      row([
        name,
        ...(['wall', 'cpu'] as const).map((kind) => median(all.map((one) => one[kind])).toFixed(2)),
        median(all.map(({ read }) => read)).toString(),
      ]),
    )
}

await runBench(main)
