declare module '*.sql' {
  const text: string
  export default text
}

declare module '*.md' {
  const text: string
  export default text
}

declare module '*.txt' {
  const text: string
  export default text
}

/** Imported `with { type: 'file' }`: the path of the file, also inside the executable. */
declare module '*.bin' {
  const path: string
  export default path
}
