/** A file of translations, which the build turns into a module. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages
}
