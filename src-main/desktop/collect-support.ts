import { app } from 'electron'

import type { Versions } from '#shared/desktop/desktop-messages.ts'
import { supportText } from '#shared/instance/rules/support-text.ts'
import { unpackAnswer } from '#shared/rpc/rpc-transformer.ts'
import type { RpcResponder } from '#transport/rpc/responder.ts'

const TIMEOUT_MS = 10_000

/** Writes a support bundle with what the instance of a window gives. Never rejects. */
export async function collectSupport(responder: RpcResponder | undefined): Promise<string> {
  const { electron = '', chrome = '' } = process.versions
  const window = `Electron ${electron}, Chromium ${chrome}, ${process.platform} ${process.arch}`
  try {
    const answer = await responder?.answer({
      path: 'getSupportBundle',
      type: 'query',
      input: {},
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return supportText({ window }, unpackAnswer(answer) ?? {})
  } catch (error) {
    return supportText({
      window,
      problem: error instanceof Error ? error.message : 'The service gave nothing.',
    })
  }
}

/** Versions of the app and of what it runs on. */
export function appVersions(): Versions {
  const { electron = '', chrome = '', node } = process.versions
  return { app: app.getVersion(), electron, chrome, node }
}
