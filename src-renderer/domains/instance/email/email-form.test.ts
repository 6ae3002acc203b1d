import { describe, expect, it } from 'vitest'

import { missingIn, problemOfPort, problemOfSender, toForm, toSettings } from './email-form.ts'

const stored = {
  enabled: true,
  host: 'smtp.example.com',
  port: null,
  secure: false,
  tls: 'auto' as const,
  user: 'mailer',
  sender: 'Flags <flags@example.com>',
}

describe('the form of e-mail settings', () => {
  it.each([stored, { ...stored, secure: true, port: 465 }, { ...stored, tls: 'off' as const, port: 25 }])(
    'sends what it was filled with, and no password',
    (settings) => {
      expect(toSettings(toForm(settings))).toEqual(settings)
    },
  )

  it('sends a password that is entered, and removes it with the user name', () => {
    expect(toSettings({ ...toForm(stored), password: 'p' }).password).toBe('p')
    expect(toSettings({ ...toForm(stored), user: ' ' }).password).toBe('')
  })

  it.each([
    ['', true],
    ['587', true],
    ['0', false],
    ['65536', false],
    ['5e3', false],
    ['-1', false],
  ])('knows whether %j is a port', (port, isPort) => {
    expect(problemOfPort(port) === undefined).toBe(isPort)
  })

  it.each([
    ['', true],
    ['flags@example.com', true],
    ['Flags <flags@example.com>', true],
    ['Flags', false],
    ['a@b.c, d@e.f', false],
  ])('knows whether %j can be a sender', (sender, isSender) => {
    expect(problemOfSender(sender) === undefined).toBe(isSender)
  })

  it('names what is missing to turn e-mail on', () => {
    expect(missingIn({ ...toForm(), enabled: true })).toBe('To turn it on, enter a mail server and a sender.')
    expect(missingIn(toForm(stored))).toBeUndefined()
    expect(missingIn(toForm())).toBeUndefined()
  })
})
