import { fireEvent, render, screen } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'

import { diagnose, examine } from '#shared/clients/doctor/diagnose.ts'
import { answerProcedures } from '#lib/answer-procedures.ts'
import DoctorPage from './DoctorPage.svelte'

const SECRET = '0f'.repeat(28)
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Token, URL or error')

/** Answers as an instance would that knows none of the tokens. */
function answer() {
  answerProcedures({
    diagnoseConnection: (input) => diagnose(examine((input as { body: { text: string } }).body.text)),
  })
  return render(DoctorPage)
}

describe('the page of the doctor', () => {
  it('says what was pasted, what is wrong and what would work, and never the secret', async () => {
    const { container } = answer()
    await fireEvent.input(field(), {
      target: { value: `frontend:development.${SECRET} http://localhost:4242/client/features` },
    })
    await fireEvent.click(screen.getByRole('button', { name: 'Examine' }))
    expect((await screen.findAllByRole('status'))[0]?.textContent).toContain(
      'The path lacks /api at its start',
    )
    expect(screen.getByRole('region', { name: /^API token/ }).textContent).toContain('frontend:development.…')
    expect(screen.getByRole('region', { name: 'How it works: Node.js' }).textContent).toContain(
      '<BACKEND TOKEN>',
    )
    expect(container.textContent).not.toContain(SECRET)
  })

  it('is used by keys alone, and forgets what was pasted', async () => {
    answer()
    await fireEvent.input(field(), { target: { value: 'connect ECONNREFUSED 127.0.0.1:4243' } })
    await fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
    expect((await screen.findAllByRole('status'))[0]?.textContent).toContain(
      'Nothing listens at that address',
    )
    await fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(field().value).toBe('')
    expect(screen.queryByRole('status')).toBeNull()
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('4243')
  })
})
