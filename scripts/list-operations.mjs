// Writes the list of operations of every domain (src-main/domains/<domain>/operations/index.ts) from the files that are
// there, and the types of their ids (src-shared/contract-engine/operation-ids) from the contract; with --check it only
// compares, and fails where one is not true.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const DOMAINS = path.join(ROOT, 'src-main', 'domains')
const SHARED = path.join(ROOT, 'src-shared')
const IDS = path.join(SHARED, 'contract-engine', 'operation-ids')
const HEADER = '// Written by scripts/list-operations.mjs: the areas of this domain.\n'

/** The text of a domain's list: one line for each area. */
const listOf = (folder) =>
  HEADER +
  filesBelow(folder)
    .map((file) => path.relative(folder, file))
    .filter((file) => file !== 'index.ts')
    .map((file) => `export * from './${file}'\n`)
    .join('')

/** The modules below a folder. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
    .map((file) => path.join(folder, file))
}

/** The text of the type of ids of a domain. */
function idsOf(domain) {
  const ids = filesBelow(path.join(SHARED, domain, 'contract'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/operationId: '(\w+)'/g)])
    .map(([, id]) => `  | '${id}'\n`)
  const union = [...new Set(ids)].sort().join('')
  return `${WRITTEN}/** Ids of the operations of ${domain}. */\nexport type ${typeOf(domain)} =\n${union}`
}

const WRITTEN = '// Written by scripts/list-operations.mjs.\n\n'
const typeOf = (domain) => `${domain.charAt(0).toUpperCase()}${domain.slice(1)}OperationId`

/** The text of the type of all ids. */
function allIds(domains) {
  const imports = domains
    .map((domain) => `import type { ${typeOf(domain)} } from './${domain}.ts'\n`)
    .join('')
  const union = domains.map((domain) => `  | ${typeOf(domain)}\n`).join('')
  const doc = '/** Ids of all operations of the contract, former versions included. */\n'
  return `${WRITTEN}${imports}\n${doc}export type OperationId =\n${union}`
}

const stale = []
/** Writes a text, or notes that what is there differs. */
function put(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  if (process.argv.includes('--check')) stale.push(path.relative(process.cwd(), file))
  else writeFileSync(file, text)
}
const domains = readdirSync(DOMAINS).sort()
mkdirSync(IDS, { recursive: true })
put(path.join(IDS, 'index.ts'), allIds(domains))
for (const domain of domains) {
  put(path.join(IDS, `${domain}.ts`), idsOf(domain))
  const folder = path.join(DOMAINS, domain, 'operations')
  if (existsSync(folder)) put(path.join(folder, 'index.ts'), listOf(folder))
}
if (stale.length > 0) {
  console.error(`Run node scripts/list-operations.mjs: not true any more: ${stale.join(', ')}`)
  process.exitCode = 1
}
