import { messageOf } from '#shared/errors/message-of.ts'
import { badData } from '#kernel/app-error.ts'
import { readUnverifiedClaims } from '../saml/read-assertion.ts'

/** Answer of an identity provider that a person pasted, decoded and not verified. */
export interface PastedAnswer {
  kind: 'id-token' | 'saml' | 'claims'
  claims: Record<string, unknown>
}

/** Reads an ID token, a SAML response as XML or base64, or claims as JSON. Throws 400 for anything else. */
export async function readAnswer(text: string): Promise<PastedAnswer> {
  const pasted = text.trim()
  if (pasted.startsWith('{')) return { kind: 'claims', claims: claimsOf(pasted, 'This is not JSON') }
  const token = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(pasted)?.[1]
  if (token !== undefined)
    return {
      kind: 'id-token',
      claims: claimsOf(Buffer.from(token, 'base64url').toString('utf8'), 'The token holds no claims'),
    }
  const xml = pasted.startsWith('<') ? pasted : fromBase64(pasted)
  if (xml?.trimStart().startsWith('<')) {
    try {
      return { kind: 'saml', claims: await readUnverifiedClaims(xml) }
    } catch (error) {
      throw unreadable(messageOf(error))
    }
  }
  throw unreadable('Paste an ID token, a SAML response (XML or base64), or claims as JSON.')
}

function claimsOf(json: string, fault: string): Record<string, unknown> {
  let claims: unknown
  try {
    claims = JSON.parse(json)
  } catch (error) {
    throw unreadable(`${fault}: ${messageOf(error)}`)
  }
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims))
    throw unreadable('Claims are a JSON object.')
  return claims as Record<string, unknown>
}

/** Decodes the form field `SAMLResponse`, also where it was copied out of an address or a form. */
function fromBase64(text: string): string | undefined {
  const field = new URLSearchParams(text.replace(/^[^?]*\?/, '')).get('SAMLResponse')
  // a form writes + as %2B; a copied value has it as it is
  const encoded = (field ?? text).replaceAll(' ', '+').replace(/\s/g, '')
  return /^[A-Za-z0-9+/]+=*$/.test(encoded) ? Buffer.from(encoded, 'base64').toString('utf8') : undefined
}

const unreadable = (text: string) => badData(text, '/body/answer')
