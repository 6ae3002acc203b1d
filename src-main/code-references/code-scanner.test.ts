import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { CodeScanner, ScanFailed } from './code-scanner.ts'
import { FolderScans } from './folder-scans.ts'
import { scanFolder } from './scan-folder.ts'
import { eventually } from '#support/runner/eventually.ts'

const temp = makeTempFolder()
const at = (file: string) => path.join(temp.folder, file)
function write(file: string, text: string): void {
  mkdirSync(path.dirname(at(file)), { recursive: true })
  writeFileSync(at(file), text)
}
const request = (project = 'default', flags = ['one']) => ({ project, folders: [at('code')], flags })

beforeAll(() => {
  write('code/a.ts', "isEnabled('one')")
  write('code/b.ts', "isEnabled('two'); const NAME = 'one'")
})
afterAll(() => temp.remove())

describe('scans of folders', () => {
  it('read only files that have changed, for the same project and flags', () => {
    const scans = new FolderScans()
    const [first] = scans.scan(request())
    expect(first).toMatchObject({ folder: at('code'), files: 2, read: 2, isCut: false })
    expect(first?.references.map(({ flag }) => flag)).toEqual(['one', 'two', 'one'])
    expect(scans.scan(request())[0]).toMatchObject({ read: 0, references: first?.references })
    expect(scans.scan(request('other'))[0]).toMatchObject({ read: 2 })
    expect(scans.scan(request('default', ['two']))[0]).toMatchObject({ read: 2 })
  })

  it('end at their bounds and say so', () => {
    const options = { flags: new Set<string>(), calls: [] }
    expect(scanFolder(at('code'), { ...options, maxFiles: 1 })).toMatchObject({ files: 1, isCut: true })
    const cut = scanFolder(at('code'), { ...options, maxReferences: 1 })
    expect(cut).toMatchObject({ files: 2, isCut: true })
    expect(cut.references).toHaveLength(1)
    expect(scanFolder(at('code'), { ...options, maxFiles: 2, maxReferences: 2 })).toMatchObject({
      isCut: false,
    })
  })

  it('follow no links, neither to files, nor to folders, nor to rules', () => {
    write('outside/c.ts', "isEnabled('outside')")
    write('outside/rules', 'a.ts')
    write('linked/a.ts', "isEnabled('inside')")
    symlinkSync(at('outside/c.ts'), at('linked/c.ts'))
    symlinkSync(at('outside'), at('linked/folder'))
    symlinkSync(at('outside/rules'), at('linked/.gitignore'))
    const { references, files } = scanFolder(at('linked'), { flags: new Set(), calls: [] })
    expect(references.map(({ flag }) => flag)).toEqual(['inside'])
    expect(files).toBe(1)
  })

  it('pass over rules that are too long to be read', () => {
    write('ruled/a.ts', "isEnabled('one')")
    write('ruled/.gitignore', `a.ts\n${'# \n'.repeat(50_000)}`)
    expect(scanFolder(at('ruled'), { flags: new Set(), calls: [] }).files).toBe(1)
  })
})

describe('the scanner', () => {
  let scanner: CodeScanner | undefined
  afterEach(async () => {
    vi.restoreAllMocks()
    await scanner?.close()
  })
  const start = (worker: string, options = {}) => {
    const file = `worker-${Math.random()}.mjs`
    write(file, `import { parentPort } from 'node:worker_threads'\n${worker}`)
    return (scanner = new CodeScanner({ workerFile: at(file), ...options }))
  }
  const ANSWER =
    'let n = 0; parentPort.on("message", ({ project }) => parentPort.postMessage([{ folder: project + ++n }]))'

  it('scans in this thread where there is no worker', async () => {
    scanner = new CodeScanner()
    expect(await scanner.scan(request())).toMatchObject([{ files: 2, read: 2 }])
    expect(await scanner.scan(request())).toMatchObject([{ files: 2, read: 0 }])
    expect(scanner.hasWorker).toBe(false)
  })

  it('keeps its worker between scans, one after the other, until it is idle', async () => {
    const own = start(ANSWER, { idleMs: 50 })
    const answers = await Promise.all([own.scan(request('a')), own.scan(request('b'))])
    expect(answers).toEqual([[{ folder: 'a1' }], [{ folder: 'b2' }]])
    expect(own.hasWorker).toBe(true)
    await eventually(() => expect(own.hasWorker).toBe(false))
    expect(await own.scan(request('c'))).toEqual([{ folder: 'c1' }])
  })

  it.each([
    ['takes too long', 'parentPort.on("message", () => {})', 'The scan was stopped after 0.5 seconds'],
    [
      'throws',
      'parentPort.on("message", () => { throw new Error("no memory") })',
      'The scan failed: no memory',
    ],
    ['ends', 'parentPort.on("message", () => process.exit(0))', 'The scan ended early.'],
    ['cannot start', 'import "./none.mjs"', 'The scan failed: '],
  ])('says why a scan %s, and takes another worker for the next', async (_what, worker, problem) => {
    const own = start(worker, { timeoutMs: worker.includes('{})') ? 500 : 30_000 })
    const failed = own.scan(request())
    await expect(failed).rejects.toThrow(problem)
    await expect(failed).rejects.toThrow(ScanFailed)
    expect(own.hasWorker).toBe(false)
    await expect(own.scan(request())).rejects.toThrow(problem)
  })

  it('lets ten requests wait, and none once it is closed', async () => {
    const warned = vi.spyOn(process, 'emitWarning')
    const own = start(ANSWER)
    const scans = Array.from({ length: 12 }, (_one, index) => own.scan(request(String(index))))
    const ends = await Promise.allSettled(scans)
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    // none of the answered requests listens any more
    expect(warned).not.toHaveBeenCalled()
    await own.close()
    await expect(own.scan(request())).rejects.toThrow('Halyard is closing.')
  })
})
