// Writes the list of operations of every domain (src-main/domains/<domain>/operations/index.ts) from the files that are
// there; with --check it only compares, and fails where a list is not true.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const DOMAINS = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'src-main', 'domains')
const HEADER = '// Written by scripts/list-operations.mjs: one line per operation of this domain.\n'
const EXPORT = /^export (?:async )?(?:const|function) (\w+)/gm

/** The text of a domain's list. */
function listOf(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'index.ts')
    .sort()
  const lines = files.map((file) => {
    const names = [...readFileSync(path.join(folder, file), 'utf8').matchAll(EXPORT)].map(([, name]) => name)
    if (names.length !== 1)
      throw new Error(`${file}: one operation to a file, found ${names.join(', ') || 'none'}`)
    return `export { ${names[0]} } from './${file}'\n`
  })
  return HEADER + lines.join('')
}

const stale = []
for (const domain of readdirSync(DOMAINS)) {
  const folder = path.join(DOMAINS, domain, 'operations')
  if (!existsSync(folder)) continue
  const file = path.join(folder, 'index.ts')
  const text = listOf(folder)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (process.argv.includes('--check')) stale.push(path.relative(process.cwd(), file))
  else writeFileSync(file, text)
}
if (stale.length > 0) {
  console.error(`Run node scripts/list-operations.mjs: not true any more: ${stale.join(', ')}`)
  process.exitCode = 1
}
