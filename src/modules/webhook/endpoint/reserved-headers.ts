/** Headers that prove who sends, say how the message is framed, or belong to the connection or to a trace. */
const RESERVED =
  /^(catalograph-.*|webhook-.*|svix-.*|host|content-.*|transfer-encoding|connection|keep-alive|te|trailer|upgrade|http2-settings|expect|proxy-.*|user-agent|accept-encoding|traceparent|tracestate|baggage)$/;

/** Returns true if only the server sets a header, in whatever case its name is written. */
export const isReservedHeader = (name: string): boolean => RESERVED.test(name.toLowerCase());
