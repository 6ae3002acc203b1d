import { render } from '@testing-library/svelte'
import { expect, it } from 'vitest'

import ForwardingFacts from './ForwardingFacts.svelte'

const AT = new Date().toISOString()
const nothing = {
  waiting: { reports: 0, evaluations: 0, since: null as string | null },
  sent: 0,
  sentAt: null as string | null,
  dropped: 0,
  overridden: 0,
  unconfirmed: 0,
  problem: null as string | null,
}

it.each([
  [nothing, 'Reports sent 0 evaluations Waiting nothing'],
  [
    {
      ...nothing,
      waiting: { reports: 2, evaluations: 1200, since: AT },
      sent: 1,
      sentAt: AT,
      problem: 'It answers reports with 503.',
    },
    'Reports sent 1 evaluation, the last just now Waiting 1,200 evaluations in 2 reports, since just now. It answers reports with 503.',
  ],
  [
    { ...nothing, dropped: 3, overridden: 4000, unconfirmed: 5 },
    'Others 4,000 kept here, as an override decides for everybody; 5 sent without an answer, so they may be there; 3 dropped',
  ],
])('the page of a mirror says what became of reports: %#', (forwarding, text) => {
  const { container } = render(ForwardingFacts, { forwarding, self: null })
  expect(container.textContent.replaceAll(/\s+/g, ' ')).toContain(text)
})

it.each([
  [null, 'Name upstream m-1, which is not listed there'],
  [AT, 'Name upstream m-1, which told of itself just now'],
])('the page of a mirror says under which name the upstream lists it: %#', (reportedAt, text) => {
  const self = { appName: 'mirror', instanceId: 'm-1', reportedAt }
  const { container } = render(ForwardingFacts, { forwarding: nothing, self })
  expect(container.textContent.replaceAll(/\s+/g, ' ')).toContain(text)
})
