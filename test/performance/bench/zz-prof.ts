import { writeFileSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
const B = '/work/wt/mirror/test/performance/bench/'
const { BACKEND_TOKEN, FRONTEND_TOKEN, serveFrom } = await import(B + 'instance.ts')
const { startProcess } = await import(B + 'start-process.ts')
const { sendLoad } = await import(B + 'load.ts')
const { cpuSeconds, family } = await import(B + 'process-figures.ts')
const dir = mkdtempSync('/tmp/prof-')
const all = JSON.parse(readFileSync('/work/wt/mirror/test/support/fixtures/edge/features.json', 'utf8')).features
const features = Array.from({ length: 5 }, (_, r) => all.map((one: any) => ({ ...one, name: `${one.name}-${r}`, project: 'default' }))).flat().slice(0, 350)
writeFileSync(dir + '/f.json', JSON.stringify({ features }))
const workers = process.env.W ?? '1'
const s = await startProcess([...(process.env.NOPROF ? [] : ['--cpu-prof', '--cpu-prof-interval', '500', `--cpu-prof-dir=${dir}/p`]), ...serveFrom(dir), '--offline', dir + '/f.json', '--workers', workers],
  { HALYARD_UPSTREAM_TOKENS: BACKEND_TOKEN, FRONTEND_TOKENS: FRONTEND_TOKEN, ...(process.env.NOPROF ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-interval 500 --cpu-prof-dir=${dir}/p` }) })
while (!(await fetch(s.url + '/ready')).ok) await new Promise((r) => setTimeout(r, 200))
const at = process.env.AT ?? '/api/frontend'
const target = { url: s.url, method: 'GET' as const, status: 200, headers: { authorization: at.includes('client') ? BACKEND_TOKEN : FRONTEND_TOKEN }, path: (n: number) => at.replace('$n', String(n)) }
await sendLoad(target, { connections: 50, amount: 2000 })
for (let i = 0; i < Number(process.env.R ?? 1); i++) {
const pids = family(s.pid); const before = pids.map(cpuSeconds)
const n = Number(process.env.N ?? 6000)
const { answers } = await sendLoad(target, { connections: 50, amount: n })
const cpu = pids.map((p, i) => cpuSeconds(p) - before[i]!)
console.log(at, workers, 'cpu', cpu, (answers / cpu.reduce((a, b) => a + b, 0)).toFixed(0), 'per cpu s')
}
await s.stop()
console.log(dir)
process.exit()
