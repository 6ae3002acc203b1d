/** Version of Halyard: that of package.json, which is not part of a built service. */
export const APP_VERSION = '0.1.0'
