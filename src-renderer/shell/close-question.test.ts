import { render, screen } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'

import type { ServedInstance } from '#shared/desktop/profiles.ts'
import { answerAsApp } from '#lib/answer-as-app.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import CloseQuestion from './CloseQuestion.svelte'

const HOME = { name: 'Home', url: 'http://127.0.0.1:4242', clients: 1 }

function ask(served: ServedInstance[]) {
  answerAsApp({ served: () => served })
  render(CloseQuestion, { props: { closing: { asks: true } }, context: renderWindowContext() })
}

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

describe('the question on closing the last window', () => {
  it('names the service that ends with the app, not the one in the window', async () => {
    ask([HOME])
    expect(
      await screen.findByText('SDKs get their flags from http://127.0.0.1:4242 only while Halyard runs.'),
    ).toBeTruthy()
    expect(screen.getByText(/^1 SDK was seen in the last 5 minutes/)).toBeTruthy()
  })

  it('names each service that ends, and counts the SDKs of all', async () => {
    ask([HOME, { name: 'Tests', url: 'http://127.0.0.1:4300', clients: 2 }])
    expect(
      await screen.findByText(
        'SDKs get their flags from Home (http://127.0.0.1:4242) and Tests (http://127.0.0.1:4300) only while Halyard runs.',
      ),
    ).toBeTruthy()
    expect(screen.getByText(/^3 SDKs were seen in the last 5 minutes/)).toBeTruthy()
  })
})
