package oauth

// BearerParams is exported to tests: what it makes of a header shows from outside only in where a login goes.
var BearerParams = bearerParams

// ClientAssertion is exported to tests, which check its signature.
var ClientAssertion = clientAssertion
