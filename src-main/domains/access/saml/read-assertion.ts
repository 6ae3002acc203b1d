import { ownValue } from '#shared/own-value.ts'
import { nodeSaml } from './saml-terms.ts'

/** Element of an XML document, as xml2js reads it: names without prefix, texts in `_`, attributes in `$`. */
export interface XmlElement {
  readonly [name: string]: unknown
}

/** Returns the child elements of a name. */
export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  const found = element && ownValue(element, name)
  return Array.isArray(found) ? found.map(asElement) : []
}

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  childrenOf(element, name)[0]

/** Returns the text of an element, without the space around it. */
export function textOf(element: XmlElement | undefined): string | undefined {
  const text = element?.['_']
  return typeof text === 'string' ? text.trim() : undefined
}

export function attributeOf(element: XmlElement | undefined, name: string): string | undefined {
  const attributes = element?.['$']
  if (typeof attributes !== 'object' || attributes === null) return undefined
  const value = ownValue(attributes as XmlElement, name)
  return typeof value === 'string' ? value : undefined
}

/** An element without children and attributes is read as its text. */
function asElement(value: unknown): XmlElement {
  return typeof value === 'object' && value !== null ? (value as XmlElement) : { _: String(value) }
}

/** Reads a document. Returns its root under its name. Throws for text that is no XML. */
export async function readXml(xml: string): Promise<XmlElement> {
  requirePlainXml(xml)
  const { xml: reader } = await nodeSaml()
  return await reader.parseXml2JsFromString(xml)
}

/**
 * Rejects comments, CDATA, document types and processing instructions. Signed answers have none, and readers disagree
 * about them: a comment inside a name can make one reader see another person (ADR 29).
 */
export function requirePlainXml(xml: string): void {
  const body = xml.replace(/^\uFEFF?\s*<\?xml\s[^>]*\?>/, '')
  if (/<!|<\?/.test(body))
    throw new Error('The answer contains a comment, CDATA, a document type or a processing instruction.')
}

/**
 * Turns an assertion into claims: each attribute under its name as a list, as XML does not tell one value from a list,
 * and the name id, its format, the issuer and the session index.
 */
export function claimsOfAssertion(assertion: XmlElement): Record<string, unknown> {
  const attributes = new Map<string, string[]>()
  for (const attribute of childrenOf(assertion, 'AttributeStatement').flatMap((one) =>
    childrenOf(one, 'Attribute'),
  )) {
    const name = attributeOf(attribute, 'Name')
    if (name === undefined) continue
    const values = childrenOf(attribute, 'AttributeValue').map((value) => textOf(value) ?? '')
    attributes.set(name, [...(attributes.get(name) ?? []), ...values])
  }
  const nameId = childOf(childOf(assertion, 'Subject'), 'NameID')
  const fixed = {
    nameID: textOf(nameId),
    nameIDFormat: attributeOf(nameId, 'Format'),
    issuer: textOf(childOf(assertion, 'Issuer')),
    sessionIndex: attributeOf(childOf(assertion, 'AuthnStatement'), 'SessionIndex'),
  }
  return Object.fromEntries<unknown>([
    ...attributes,
    ...Object.entries(fixed).filter(([, value]) => value !== undefined),
  ])
}

/** Reads the claims of a SAML response or assertion without checking who wrote it: for rehearsals only. */
export async function readUnverifiedClaims(xml: string): Promise<Record<string, unknown>> {
  const document = await readXml(xml)
  const response = document['Response'] as XmlElement | undefined
  if (childrenOf(response, 'EncryptedAssertion').length > 0)
    throw new Error(
      'The assertion is encrypted. Paste one that is not, or its claims: a rehearsal does not use the private key.',
    )
  const assertions = response
    ? childrenOf(response, 'Assertion')
    : childrenOf({ Assertion: [document['Assertion']].filter(Boolean) }, 'Assertion')
  const [assertion, ...others] = assertions
  if (!assertion || others.length > 0) throw new Error('The answer does not hold exactly one assertion.')
  return claimsOfAssertion(assertion)
}
