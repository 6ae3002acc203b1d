import { createPrivateKey, X509Certificate } from 'node:crypto'

import { badData } from '#kernel/app-error.ts'

/** Most certificates of one provider: the current one, and the next while keys are rotated. */
const MAX = 5

/**
 * Reads the certificates of the identity provider: PEM, one or several, or the base64 text that metadata holds. Throws 400
 * for anything else, and for keys that are not RSA with at least 2048 bits or an elliptic curve.
 */
export function checkedCertificates(text: string, path: string): string[] {
  const found = blocksOf(text, 'CERTIFICATE')
  const blocks = found.length > 0 ? found : [asPem(text)]
  if (blocks.length > MAX) throw badData(`There are more than ${MAX} certificates.`, path)
  return blocks.map((pem) => {
    const certificate = parse(pem, path)
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey
    const isStrong = type === 'ec' || (type === 'rsa' && (details?.modulusLength ?? 0) >= 2048)
    if (!isStrong)
      throw badData('The certificate needs an RSA key of at least 2048 bits, or an elliptic curve.', path)
    return certificate.toString()
  })
}

/** Finds the blocks of a label in a text, in time linear in its length. */
function blocksOf(text: string, label: string): string[] {
  const end = `-----END ${label}-----`
  return text
    .split(`-----BEGIN ${label}-----`)
    .slice(1)
    .filter((rest) => rest.includes(end))
    .map((rest) => `-----BEGIN ${label}-----${rest.slice(0, rest.indexOf(end))}${end}`)
}

const asPem = (text: string) =>
  `-----BEGIN CERTIFICATE-----\n${
    text
      .replace(/\s/g, '')
      .match(/.{1,64}/g)
      ?.join('\n') ?? ''
  }\n-----END CERTIFICATE-----`

function parse(pem: string, path: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw badData(
      'This is not an X.509 certificate. Paste it as PEM, or the base64 text of the metadata.',
      path,
    )
  }
}

/** Key that signs requests, and its certificate for the metadata. */
export interface SigningKey {
  privateKey: string
  certificate?: string
}

/** Reads the key for signing requests: a private key as PEM, with its certificate or without. Throws 400 for anything else. */
export function checkedSigningKey(text: string, path: string): SigningKey {
  const [privateKey] = ['PRIVATE KEY', 'RSA PRIVATE KEY'].flatMap((label) => blocksOf(text, label))
  if (privateKey === undefined)
    throw badData(
      'This holds no private key. Paste an unencrypted private key as PEM, with its certificate.',
      path,
    )
  const [certificate, ...others] = blocksOf(text, 'CERTIFICATE')
  if (others.length > 0) throw badData('Paste one certificate with the private key.', path)
  requireRsa(privateKey, path)
  if (certificate === undefined) return { privateKey }
  if (!parse(certificate, path).checkPrivateKey(createPrivateKey(privateKey)))
    throw badData('The certificate does not belong to the private key.', path)
  return { privateKey, certificate }
}

function requireRsa(pem: string, path: string): void {
  let type: string | undefined
  try {
    type = createPrivateKey(pem).asymmetricKeyType
  } catch {
    throw badData('The private key cannot be read. Paste it as PEM, without a passphrase.', path)
  }
  if (type !== 'rsa') throw badData('The private key has to be an RSA key.', path)
}
