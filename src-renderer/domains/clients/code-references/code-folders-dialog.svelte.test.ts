import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'

import type { RpcBridge, RpcResponse } from '#shared/rpc/ipc-protocol.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import CodeFoldersDialog from './CodeFoldersDialog.svelte'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Folders')
const button = { name: 'Choose a folder…' }

function show(kind: 'local' | 'remote', chosen: string | null) {
  vi.stubGlobal('halyardDesktop', { send: () => undefined, onMessage: () => () => undefined })
  const answers: Record<string, unknown> = {
    'desktop.profiles': [{ id: 'home', kind, isCurrent: true }],
    'desktop.chooseCodeFolder': chosen,
  }
  let receive: (message: RpcResponse) => void = () => undefined
  const bridge: RpcBridge = {
    send: (message) => {
      if (message.kind !== 'call') return
      const { id, path } = message
      queueMicrotask(() => receive({ id, result: { type: 'data', data: answers[path] } }))
    },
    onMessage: (listener) => {
      receive = listener
      return () => undefined
    },
  }
  vi.stubGlobal('halyard', bridge)
  const props = { open: true, projectId: 'default', folders: ['/code/shop'] }
  render(CodeFoldersDialog, { props, context: renderWindowContext() })
}

it('adds the folder that the person chooses, once', async () => {
  show('local', '/code/web')
  await fireEvent.click(await screen.findByRole('button', button))
  await waitFor(async () => expect((await field()).value).toBe('/code/shop\n/code/web'))
  await fireEvent.click(screen.getByRole('button', button))
  await new Promise((resolve) => setTimeout(resolve))
  expect((await field()).value).toBe('/code/shop\n/code/web')
})

it('keeps the folders if the person chooses none', async () => {
  show('local', null)
  await fireEvent.click(await screen.findByRole('button', button))
  expect((await field()).value).toBe('/code/shop')
})

it('says why there is no choice where the instance is on another machine', async () => {
  show('remote', null)
  await field()
  expect(await screen.findByText(/instance on another machine/)).toBeTruthy()
  expect(screen.queryByRole('button', button)).toBeNull()
})
