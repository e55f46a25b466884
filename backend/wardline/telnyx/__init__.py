"""What all services of a Telnyx account share: the account, requests, and signed webhooks.

https://developers.telnyx.com/docs/api/v2/overview
"""
