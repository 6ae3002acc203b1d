import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'

import { freePort } from '../runner/free-port.ts'
import { PATIENCE_MS } from '../runner/patience.ts'
import { Program } from '../service/program.ts'
import { makeTempFolder } from '../runner/temp-folder.ts'

const PROGRAM = '/usr/sbin/nginx'

/** nginx is optional: not every system has the package. */
export const hasNginx = existsSync(PROGRAM)

/** nginx in front of a service. */
export interface Nginx {
  port: number
  stop: () => Promise<void>
}

/** Starts nginx with a server that `serverOf` writes for a free port, a certificate and its key. */
export async function startNginx(
  serverOf: (given: { port: number; certificate: string; key: string }) => string,
): Promise<Nginx> {
  const { folder, remove } = makeTempFolder('halyard-nginx-')
  const [certificate, key] = [path.join(folder, 'flags.pem'), path.join(folder, 'flags.key')]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=flags.example.com'].concat([
      '-keyout',
      key,
      '-out',
      certificate,
    ]),
    { stdio: 'ignore' },
  )
  const port = await freePort()
  const file = path.join(folder, 'nginx.conf')
  mkdirSync(path.join(folder, 'temp'))
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temp/${name};`,
  )
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr warn; worker_processes 1; master_process off;
events {}
http { access_log off; ${temp.join(' ')}
${serverOf({ port, certificate, key })}
}
`,
  )
  const program = new Program(PROGRAM, ['-e', 'stderr', '-p', folder, '-c', file])
  const stop = async () => {
    await program.stop()
    remove()
  }
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isListening(port))) {
    if (program.child.exitCode === null && performance.now() < deadline) continue
    await stop()
    throw new Error(`nginx did not start: ${program.output}`)
  }
  return { port, stop }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => setTimeout(resolve, 20, false))
  })
