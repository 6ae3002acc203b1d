import { getEmailPreview as operation } from '#shared/instance/contract/email.ts'
import { EMAIL_TEMPLATES } from '#shared/instance/rules/email-templates.ts'
import { notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import { previewEmail } from '../../records/email/render-email.ts'

const FORMATS = ['html', 'text'] as const

/** Shows an e-mail with example values. */
export const getEmailPreview = query(operation, async (_context, { params }) => {
  const template = EMAIL_TEMPLATES.find((one) => one === params.template)
  const format = FORMATS.find((one) => one === params.format)
  if (!format) throw notFound(`There is no format of this name. There is: ${FORMATS.join(', ')}.`)
  if (!template) throw notFound(`There is no e-mail of this name. There is: ${EMAIL_TEMPLATES.join(', ')}.`)
  return { ...(await previewEmail(template)), format }
})
