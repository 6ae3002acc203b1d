import { z } from 'zod'

/** Longest text of certificates, and of a key with them: some dozens of certificates. */
export const MAX_PEM = 60_000
const TOO_LONG = 'Choose the file of one authority, not of all: it may have 60,000 characters.'
const MAX_SECRET = 500

const Passphrase = z.string().max(MAX_SECRET).optional()

/** Certificate by which a client proves who it is, with its key. */
export const ClientCertificate = z.discriminatedUnion('format', [
  z.strictObject({
    format: z.literal('pem'),
    /** Certificate, key, and the certificates between it and its authority. */
    pem: z.string().max(MAX_PEM, TOO_LONG),
    passphrase: Passphrase,
  }),
  z.strictObject({
    format: z.literal('pkcs12'),
    base64: z.base64().max(MAX_PEM, TOO_LONG),
    passphrase: Passphrase,
  }),
])
export type ClientCertificate = z.output<typeof ClientCertificate>

/** Address of an HTTP proxy: no path, no user and password, which are fields of their own. */
export const ProxyUrl = z
  .string()
  .trim()
  .max(2000)
  .refine(isPlainProxy, 'Enter an address such as http://proxy.example.com:3128, without a user.')

function isPlainProxy(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, pathname, search, hash } = new URL(text)
  return (
    /^https?:$/.test(protocol) && ['', '/'].includes(pathname + search + hash) && username + password === ''
  )
}

/** Ways to reach an instance elsewhere: as all others, directly, or through a proxy of its own. */
export const PROXY_KINDS = ['usual', 'none', 'own'] as const
export type ProxyKind = (typeof PROXY_KINDS)[number]

/** Change of the terms of the connection to one instance. Absent parts stay as they are; null removes them. */
export const ConnectionChange = z
  .strictObject({
    ca: z
      .string()
      .max(MAX_PEM, TOO_LONG)
      .nullish()
      .meta({ description: 'PEM certificates of authorities to trust for this instance.' }),
    clientCertificate: ClientCertificate.nullish(),
    proxy: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('usual') }),
        z.strictObject({ kind: z.literal('none') }),
        z.strictObject({
          kind: z.literal('own'),
          url: ProxyUrl,
          user: z.string().max(MAX_SECRET).default(''),
          password: z
            .string()
            .max(MAX_SECRET)
            .optional()
            .meta({ description: 'Absent: the stored one, for the same proxy and user only.' }),
        }),
      ])
      .optional(),
  })
  .meta({ id: 'connectionChangeSchema' })
export type ConnectionChange = z.output<typeof ConnectionChange>

const CertificateFacts = z.strictObject({
  subject: z.string(),
  issuer: z.string(),
  validTo: z.string().meta({ description: 'Last day of its validity, such as 2027-01-31.' }),
})
export type CertificateFacts = z.output<typeof CertificateFacts>

/** Terms of the connection to one instance, as they are shown: without secrets. */
export const ConnectionFacts = z
  .strictObject({
    ca: z.array(CertificateFacts),
    clientCertificate: z
      .strictObject({
        format: z.enum(['pem', 'pkcs12']),
        /** Null: a PKCS#12 file does not tell. */
        certificate: CertificateFacts.nullable(),
      })
      .nullable(),
    proxy: z.strictObject({
      kind: z.enum(PROXY_KINDS),
      url: z.string(),
      user: z.string(),
      hasPassword: z.boolean(),
    }),
    isUnreadable: z
      .boolean()
      .meta({ description: 'They cannot be decrypted here, and have to be entered again.' }),
  })
  .meta({ id: 'connectionFactsSchema' })
export type ConnectionFacts = z.output<typeof ConnectionFacts>
