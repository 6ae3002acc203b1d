import { getSamlMetadata as operation } from '#shared/access/contract/saml.ts'
import { query } from '#kernel/use-case.ts'
import { metadataOf } from '../../records/saml/saml-metadata.ts'
import type { SamlServices } from '../../records/saml/saml-services.ts'
import { readSsoSettings } from '../../records/single-sign-on/sso-settings.ts'

/** Describes this instance to identity providers. It needs no settings: they are made with what it says. */
export const getSamlMetadata = ({ sealer, pagesUrl }: SamlServices) =>
  query(operation, async ({ queries }) =>
    metadataOf(await readSsoSettings(queries, sealer, 'saml'), pagesUrl()),
  )
