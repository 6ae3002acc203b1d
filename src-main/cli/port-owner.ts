import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface PortOwner {
  pid: number
  name: string
}

/**
 * Finds the process that listens on a TCP port. Returns undefined if the system does not report it. Never
 * throws.
 */
export async function findPortOwner(
  port: number,
  platform: NodeJS.Platform = process.platform,
): Promise<PortOwner | undefined> {
  try {
    if (platform === 'linux') return await ownerOnLinux(port)
    if (platform === 'win32') return await ownerOnWindows(port)
    return await ownerByLsof(port)
  } catch {
    return undefined // used in the message only
  }
}

/** The kernel lists listening sockets with their inode; the process that owns it has it among its descriptors. */
async function ownerOnLinux(port: number): Promise<PortOwner | undefined> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  )
  const inode = listeningInode(tables.join('\n'), port)
  if (inode === undefined) return undefined
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  for (const pid of pids) {
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => [])
    for (const descriptor of descriptors) {
      const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')
      if (target === `socket:[${inode}]`) {
        return { pid: Number(pid), name: commandName(await readFile(`/proc/${pid}/cmdline`, 'utf8')) }
      }
    }
  }
  return undefined
}

/** `node server.js` of a NUL-separated command line: interpreters say little without what they run. */
export function commandName(commandLine: string): string {
  const [program = 'unknown', script] = commandLine.split('\0')
  const runs =
    script !== undefined && script !== '' && !script.startsWith('-') ? ` ${path.basename(script)}` : ''
  return path.basename(program) + runs
}

/** The inode of the socket in state LISTEN (0A) on the port, from the text of /proc/net/tcp and tcp6. */
export function listeningInode(table: string, port: number): string | undefined {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  for (const line of table.split('\n')) {
    const fields = line.trim().split(/\s+/)
    if (fields[1]?.split(':')[1] === wanted && fields[3] === '0A') return fields[9]
  }
  return undefined
}

async function ownerByLsof(port: number): Promise<PortOwner | undefined> {
  const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'])
  const pid = /^p(\d+)$/m.exec(stdout)?.[1]
  const name = /^c(.+)$/m.exec(stdout)?.[1]
  return pid ? { pid: Number(pid), name: name ?? 'unknown' } : undefined
}

async function ownerOnWindows(port: number): Promise<PortOwner | undefined> {
  const { stdout } = await run('netstat', ['-ano', '-p', 'TCP'])
  // protocol, local address, foreign address, state, process
  const pid = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local, , state]) => local?.endsWith(`:${port}`) && state === 'LISTENING')?.[4]
  if (!pid) return undefined
  const tasks = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])
  return { pid: Number(pid), name: /^"([^"]+)"/.exec(tasks.stdout)?.[1] ?? 'unknown' }
}

/** The first port from `from` on that `host` can listen on; undefined: none of the next hundred. */
export async function findFreePort(from: number, host: string): Promise<number | undefined> {
  for (let port = from; port < Math.min(from + 100, 65_536); port++) {
    if (await isFree(port, host)) return port
  }
  return undefined
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
