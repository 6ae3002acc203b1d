import { render, screen } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'

import type { ServedInstance } from '#shared/desktop/profiles.ts'
import { answerAsApp } from '#lib/answer-as-app.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import CloseQuestion from './CloseQuestion.svelte'

const HOME = { name: 'Home', url: 'http://127.0.0.1:4242', clients: 1 }

function ask(served: ServedInstance[] | Error) {
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

  it('tells of services that do not answer, and counts the SDKs of the others', async () => {
    ask([HOME, { name: 'Tests', url: 'http://127.0.0.1:4300', clients: null }])
    expect(
      await screen.findByText(
        '1 SDK was seen in the last 5 minutes and would get no updates. Tests does not answer, so SDKs there are not counted.',
      ),
    ).toBeTruthy()
    expect(screen.getByText(/Home .* and Tests .* only while Halyard runs/)).toBeTruthy()
  })

  it.each([
    ['it does not answer', [{ ...HOME, clients: null }]],
    ['the app does not answer', new Error('It has ended.')],
  ])('says that it knows of no SDKs when %s', async (_name, served) => {
    ask(served)
    expect(
      await screen.findByText('Whether SDKs use it is unknown: the service does not answer.'),
    ).toBeTruthy()
    expect(screen.queryByText(/was seen|were seen/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Quit Halyard' })).toBeTruthy()
  })
})
