import { expect, it } from 'vitest'

import { useApprovals } from '#support/stages/approval-stage.ts'
import { takePicture } from '#support/window/page.ts'
import { getFeatureEnvironment } from '#shared/flags/contract/feature-environments.ts'

const stage = useApprovals([
  { username: 'root', roles: ['Admin'] },
  { username: 'vera', roles: ['Admin'] },
  { username: 'mel', roles: ['Viewer', 'Member'] },
])

const signedIn = (username: string) => stage.signedIn(username)
const isOn = async (flag: string) => {
  const { body } = await stage.app.call(getFeatureEnvironment, {
    params: { projectId: 'default', featureName: flag, environment: 'production' },
  })
  return body.enabled
}

it('an Admin sees that change requests are bypassed, asks instead; another approves and applies', async () => {
  await stage.requests.addFlag('spring-sale')
  const admin = await signedIn('root')
  const dialog = admin.page.getByRole('dialog')
  await admin.page.goto(`${stage.url}/#/projects/default/features/spring-sale`)
  await admin.page
    .getByText('Change requests are on. You may skip them: your changes take effect at once.')
    .waitFor()
  await admin.page.getByRole('switch', { name: 'Enable spring-sale in production' }).click()
  await dialog.getByText('Change requests are on in production. This change takes effect at once.').waitFor()
  await dialog.getByRole('button', { name: 'Enable in production' }).waitFor()
  await takePicture(admin.page, 'request-instead-offered')
  await dialog.getByRole('button', { name: 'Request instead' }).click()
  await expect.poll(() => dialog.getByLabel('Change request').inputValue()).toBe('new')
  await expect
    .poll(() => dialog.getByLabel('Change request').evaluate((one) => one === document.activeElement))
    .toBe(true)
  await takePicture(admin.page, 'request-instead-chosen')
  await dialog.getByRole('button', { name: 'Add to change request' }).click()
  await admin.page.getByText(/^Added to your draft/).waitFor()
  expect(await isOn('spring-sale')).toBe(false)
  await admin.page.getByRole('button', { name: 'Open', exact: true }).click()
  await admin.page.getByRole('button', { name: 'Send to review' }).click()
  await dialog.getByRole('button', { name: 'Send to review' }).click()
  await admin.page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await admin.context.close()

  const other = await signedIn('vera')
  const asked = other.page.getByRole('dialog')
  await other.page.goto(`${stage.url}/#/change-requests`)
  await other.page.getByRole('link', { name: /^Change request #/ }).click()
  await other.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await asked.getByRole('button', { name: 'Approve', exact: true }).click()
  await other.page.getByRole('button', { name: 'Apply changes' }).click()
  await asked.getByRole('button', { name: 'Apply changes' }).click()
  await expect.poll(() => isOn('spring-sale')).toBe(true)
  await other.context.close()
})

it('a change joins an approved request only when that is chosen, with what is lost', async () => {
  await stage.requests.addFlag('first')
  await stage.requests.addFlag('second')
  const enable = { action: 'updateEnabled', feature: 'first', payload: { enabled: true } }
  const { id } = await stage.requests.add(enable, 'mel')
  await stage.requests.move(id, 'In review', 'mel')
  await stage.requests.move(id, 'Approved', 'root')

  const mel = await signedIn('mel')
  const dialog = mel.page.getByRole('dialog')
  await mel.page.goto(`${stage.url}/#/projects/default/features/second`)
  await mel.page.getByRole('switch', { name: 'Enable second in production' }).click()
  const choice = dialog.getByLabel('Change request')
  await choice.waitFor()
  await expect.poll(() => choice.inputValue()).toBe('new')
  await choice.selectOption({ label: `Change request #${id}, Approved, 1 change` })
  await dialog.getByText('Its approval will be withdrawn. It goes back to review.').waitFor()
  await takePicture(mel.page, 'request-joins-approved')
  await choice.selectOption({ label: 'New change request' })
  await dialog.getByRole('button', { name: 'Add to change request' }).click()
  await mel.page.getByText(/^Added to your draft/).waitFor()
  await expect.poll(() => stage.requests.get(id)).toMatchObject({ state: 'Approved' })
  await mel.context.close()
})
