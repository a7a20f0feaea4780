/** Used by the interface, too, which should not load the schemas. */
export const ruleLimits = { rules: 100, conditions: 10, previewPage: 60 } as const
