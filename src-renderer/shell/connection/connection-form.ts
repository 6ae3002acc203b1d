import {
  MAX_PEM,
  type CertificateFacts,
  type ClientCertificate,
  type ConnectionChange,
  type ConnectionFacts,
  type ProxyKind,
} from '#shared/schemas/connection.ts'

/** Files that were chosen: undefined, none yet; null, the stored ones are to be removed. */
type Chosen<T> = { name: string; content: T } | null | undefined
/** Client certificate without its passphrase, which is a field of its own. */
type CertificateFile = { format: 'pem'; pem: string } | { format: 'pkcs12'; base64: string }

/** Terms of a connection as they are entered. */
export interface ConnectionDraft {
  ca: Chosen<string>
  certificate: Chosen<CertificateFile>
  passphrase: string
  proxy: ProxyKind
  proxyUrl: string
  proxyUser: string
  proxyPassword: string
}

/** Fields whose errors ConnectionFields shows. */
export const CONNECTION_FIELDS = [
  'connection/ca',
  'connection/clientCertificate',
  'connection/clientCertificate/passphrase',
  'connection/proxy/url',
  'connection/proxy/password',
] as const
export type ConnectionField = (typeof CONNECTION_FIELDS)[number]

export const connectionDraftOf = (facts: ConnectionFacts | null | undefined): ConnectionDraft => ({
  ca: undefined,
  certificate: undefined,
  passphrase: '',
  proxy: facts?.proxy.kind ?? 'usual',
  proxyUrl: facts?.proxy.url ?? '',
  proxyUser: facts?.proxy.user ?? '',
  proxyPassword: '',
})

/** Makes the change to send; undefined: nothing was changed. */
export function connectionChangeOf(
  draft: ConnectionDraft,
  facts: ConnectionFacts | null | undefined,
): ConnectionChange | undefined {
  const { ca, certificate, passphrase } = draft
  const proxy = proxyOf(draft)
  const change: ConnectionChange = {
    ...(ca === undefined ? {} : { ca: ca && ca.content }),
    ...(certificate === undefined
      ? {}
      : { clientCertificate: certificate && withPassphrase(certificate.content, passphrase) }),
    ...(isAsStored(draft, facts) ? {} : { proxy }),
  }
  return Object.keys(change).length === 0 ? undefined : change
}

const withPassphrase = (file: CertificateFile, passphrase: string): ClientCertificate => ({
  ...file,
  ...(passphrase === '' ? {} : { passphrase }),
})

function proxyOf({ proxy: kind, proxyUrl, proxyUser, proxyPassword }: ConnectionDraft) {
  if (kind !== 'own') return { kind }
  return {
    kind,
    url: proxyUrl.trim(),
    user: proxyUser.trim(),
    ...(proxyPassword === '' ? {} : { password: proxyPassword }),
  }
}

function isAsStored(
  { proxy, proxyUrl, proxyUser, proxyPassword }: ConnectionDraft,
  facts: ConnectionFacts | null | undefined,
): boolean {
  const stored = facts?.proxy ?? { kind: 'usual', url: '', user: '' }
  if (proxy !== 'own') return proxy === stored.kind
  return (
    stored.kind === 'own' &&
    proxyUrl.trim() === stored.url &&
    proxyUser.trim() === stored.user &&
    proxyPassword === ''
  )
}

/** Says in a few words what differs from the usual; undefined: nothing. */
export function connectionInWords(
  draft: ConnectionDraft,
  facts: ConnectionFacts | null | undefined,
): string | undefined {
  const has = {
    ca: draft.ca !== null && (draft.ca !== undefined || (facts?.ca.length ?? 0) > 0),
    certificate:
      draft.certificate !== null && (draft.certificate !== undefined || facts?.clientCertificate != null),
  }
  const parts = [
    ...(has.ca ? ['own authority'] : []),
    ...(has.certificate ? ['client certificate'] : []),
    ...(draft.proxy === 'own' ? ['own proxy'] : draft.proxy === 'none' ? ['no proxy'] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(', ')
}

/** Writes the facts of a certificate. */
export const certificateInWords = ({ subject, issuer, validTo }: CertificateFacts): string =>
  `${subject}${issuer === subject ? '' : `, issued by ${issuer}`}, valid to ${validTo}`

/** Reads files of certificates as PEM. A file in binary form, as Windows exports it, is one certificate. */
export async function readPem(files: readonly File[]): Promise<string> {
  const texts = await Promise.all(
    files.map(async (file) => {
      requireShort(file)
      const text = await file.text()
      return text.includes('-----BEGIN') ? text : asPem(await bytesOf(file))
    }),
  )
  return texts.join('\n')
}

/** Reads the files of a client certificate: PEM in one file or in two, or PKCS#12. */
export async function readClientCertificate(files: readonly File[]): Promise<CertificateFile> {
  const [first] = files
  if (files.length === 1 && first && !(await first.text()).includes('-----BEGIN')) {
    requireShort(first)
    return { format: 'pkcs12', base64: base64Of(await bytesOf(first)) }
  }
  return { format: 'pem', pem: await readPem(files) }
}

function requireShort({ name, size }: File): void {
  if (size > MAX_PEM) throw new Error(`${name} is too long. Choose the file of one authority, not of all.`)
}

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer())

const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

const LINE = /.{1,64}/g
const asPem = (bytes: Uint8Array): string =>
  [
    '-----BEGIN CERTIFICATE-----',
    ...(base64Of(bytes).match(LINE) ?? []),
    '-----END CERTIFICATE-----',
    '',
  ].join('\n')
