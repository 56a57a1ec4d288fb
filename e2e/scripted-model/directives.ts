/** Lets the scripted model call a tool: for the text of a message to it. */
export const call = (tool: string, args: object): string => `[[${tool} ${JSON.stringify(args)}]]`
