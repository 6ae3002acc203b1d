/** GETs that a browser makes on its way through single sign-on: they note sign-ins, begin and end sessions. */
export const SIGN_IN_STEPS: readonly string[] = [
  'beginOidcSignIn',
  'finishOidcSignIn',
  'endOidcSession',
  'beginSamlSignIn',
  'finishSamlSignIn',
  'endSamlSession',
]
