/** A file of translations, as the build makes a module of it. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages
}
