import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { SERVER_SNIPPETS } from '../../src-shared/clients/snippets/server-snippets.ts'

const FLAG = 'hello'
const PROJECT = 'shop'
/** How long each frame is seen. It plays once, for less than five seconds: what moves for longer has to be stoppable (WCAG 2.2.2). */
const FRAMES_MS = { off: 1000, on: 800, heard: 1000, why: 1900 }

/**
 * Takes the frames of README's picture: a flag is turned on, the program of an SDK that Home hands out says so, and *Why?* gives the
 * reason. What stands in the terminal is what the program has printed. `shoot` takes a frame of the page in both themes; resolves to
 * those by theme.
 */
export async function takeMovingPicture({ service, page, folder, root, shoot }) {
  const { call, url } = service
  await call('POST', '/api/admin/projects', {
    id: PROJECT,
    name: 'Shop',
    environments: ['development', 'production'],
  })
  await call('POST', `/api/admin/projects/${PROJECT}/features`, {
    name: FLAG,
    type: 'release',
    description: 'A greeting for everybody',
  })
  await call('POST', `/api/admin/projects/${PROJECT}/features/${FLAG}/environments/development/strategies`, {
    name: 'flexibleRollout',
    title: 'Half of the users',
    parameters: { rollout: '50', stickiness: 'userId', groupId: FLAG },
  })
  const token = { tokenName: FLAG, type: 'backend', environment: 'development', projects: [PROJECT] }
  const { secret } = await call('POST', '/api/admin/api-tokens', token)
  const { run, code } = SERVER_SNIPPETS.find(({ id }) => id === 'node')
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, run.file), code({ url, secret, flag: FLAG }))
  const program = spawn('node', [run.file], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  program.stdout.on('data', (text) => (printed += text))
  const prints = async (text) => {
    while (!printed.endsWith(`${text}\n`)) await once(program.stdout, 'data')
  }
  const frames = []
  const take = async (durationMs) => {
    await showTerminal(page, `$ ${run.command}`, printed.trim().split('\n').slice(-3))
    frames.push({ durationMs, pictures: await shoot() })
  }
  try {
    await page.goto(`${url}/#/projects/${PROJECT}/features/${FLAG}`)
    const toggle = page.getByRole('switch', { name: /development/ }).first()
    await toggle.waitFor()
    await prints('false')
    await take(FRAMES_MS.off)
    await toggle.click()
    await page
      .getByRole('switch', { name: /development/, checked: true })
      .first()
      .waitFor()
    await take(FRAMES_MS.on)
    await prints('true')
    await take(FRAMES_MS.heard)
    await page.getByLabel('Context', { exact: true }).fill('userId=7')
    await page.getByRole('button', { name: 'Explain' }).click()
    const reason = page.getByRole('region', { name: 'Why?' })
    await reason.getByText('position').first().waitFor()
    await reason.scrollIntoViewIfNeeded()
    await take(FRAMES_MS.why)
  } finally {
    program.kill()
  }
  return frames
}

/** Draws a terminal over the foot of the page. */
function showTerminal(page, command, lines) {
  return page.evaluate(
    ([asked, printed]) => {
      const terminal = document.querySelector('[data-terminal]') ?? document.createElement('pre')
      terminal.dataset.terminal = ''
      Object.assign(terminal.style, {
        ...{ position: 'fixed', right: '24px', bottom: '24px', width: '330px', height: '132px' },
        ...{ margin: '0', padding: '14px 18px', borderRadius: '10px', zIndex: '1000' },
        ...{
          background: '#16181d',
          border: '1px solid #4a505c',
          color: '#e6e8ec',
          font: '15px/26px monospace',
        },
        boxShadow: '0 8px 30px rgb(0 0 0 / 45%)',
      })
      terminal.replaceChildren(
        ...[asked, ...printed].map((text) => {
          const line = document.createElement('div')
          line.textContent = text
          line.style.color = { true: '#6ee7a0', false: '#f3b27a' }[text] ?? ''
          return line
        }),
      )
      document.body.append(terminal)
    },
    [command, lines],
  )
}

/** Puts pictures of WebP into one that moves, once (RFC 9649). Sizes in pixels. */
export function movingWebp(frames, { width, height }) {
  const canvas = Buffer.alloc(10)
  canvas[0] = 0b10 // it moves
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const once = Buffer.from([0, 0, 0, 0, 1, 0])
  const parts = [chunk('VP8X', canvas), chunk('ANIM', once)]
  for (const { picture, durationMs } of frames) {
    const head = Buffer.alloc(16)
    head.writeUIntLE(width - 1, 6, 3)
    head.writeUIntLE(height - 1, 9, 3)
    head.writeUIntLE(durationMs, 12, 3)
    parts.push(chunk('ANMF', Buffer.concat([head, imageOf(picture)])))
  }
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]))
}

/** The image in a file of WebP: its chunk, without the container. */
function imageOf(file) {
  for (let at = 12; at < file.length;) {
    const size = file.readUInt32LE(at + 4)
    const padded = size + (size % 2)
    if (/^VP8[ L]$/.test(file.toString('latin1', at, at + 4))) return file.subarray(at, at + 8 + padded)
    at += 8 + padded
  }
  throw new Error('This is no picture of WebP')
}

function chunk(name, data) {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
