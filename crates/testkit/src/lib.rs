//! Test kit: a tiny driver, clients and fakes that inject faults. Never part of the product.
