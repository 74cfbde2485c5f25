/**
 * The style of the widget. Colours and fonts come from the surrounding page, also in dark mode. `.all` sets line
 * breaking again, because the widget would inherit the rules of the page. The style has no unneeded spaces, because the
 * whole widget has to be small.
 */

export const WIDGET_STYLE = `
:host{display:block;font:inherit;color:inherit}
:host([hidden]),[hidden]{display:none !important}
.all{word-break:normal;overflow-wrap:anywhere;hyphens:manual;text-align:start}
ol,ul{margin:0;padding:0;list-style:none}
p{margin:.5em 0}
.person,.does,.genes{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2em .9em}
.person{padding:.55em 0;overflow-y:clip;border:solid color-mix(in srgb,currentColor 25%,transparent);border-width:1px 0 0}
.person:last-child{border-width:1px 0}
.who{flex:1;min-width:60%}
#caption,.name{font-weight:bold}
.name{margin-inline-end:.6em}
.registry,.does,details{font-size:.875em}
.does{flex:1 0 100%}
.does details{font-size:1em}
.genes{column-gap:.4em}
.gene{padding:.05em .5em;border:1px solid color-mix(in srgb,currentColor 45%,transparent);border-radius:.4em}
.past{border-style:dashed}
em{font-style:normal}
.does details[open]{flex-basis:100%}
details ul{margin-block:.25em;padding-inline-start:1.2em;list-style:disc}
summary{cursor:pointer;text-decoration:underline dotted;list-style:none;width:fit-content}
summary::-webkit-details-marker{display:none}
svg{width:.8em;height:.85em;fill:none;stroke:currentColor;stroke-width:1.8}
a{color:inherit;text-decoration:underline}
a,summary{text-underline-offset:.15em}
button{font:inherit;color:inherit;background:none;border:1px solid;border-radius:.4em;padding:.3em .8em;margin:.5em 0;cursor:pointer}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}
`;
