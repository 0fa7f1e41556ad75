//! What the places of movements are counted from: the screen, the pointer, an element.

use std::collections::HashMap;

use webdriver::actions::{
    ActionSequence, ActionsType, PointerAction, PointerActionItem, PointerMoveAction, PointerOrigin,
};

use crate::{DeviceError, Rect, Result};

use super::pointer::Pointer;

/// What origins refer to.
pub(super) struct Origins {
    screen: (f64, f64),
    elements: HashMap<String, Rect>,
}

impl Origins {
    /// A screen of that size.
    pub(super) fn new(width: f64, height: f64) -> Self {
        Self {
            screen: (width, height),
            elements: HashMap::new(),
        }
    }

    /// Adds an element.
    pub(super) fn add(&mut self, id: String, rect: Rect) {
        self.elements.insert(id, rect);
    }
}

/// The elements that origins name.
pub(super) fn elements(sequences: &[ActionSequence]) -> Vec<String> {
    let mut all = Vec::new();
    for sequence in sequences {
        let ActionsType::Pointer { actions, .. } = &sequence.actions else {
            continue;
        };
        for item in actions {
            if let PointerActionItem::Pointer(PointerAction::Move(movement)) = item
                && let PointerOrigin::Element(element) = &movement.origin
            {
                all.push(element.0.clone());
            }
        }
    }
    all.dedup();
    all
}

/// Where a movement ends, by its origin; it must be on the screen.
pub(super) fn target(
    origins: &Origins,
    pointer: &Pointer,
    movement: &PointerMoveAction,
) -> Result<(f64, f64)> {
    let (x, y) = match &movement.origin {
        PointerOrigin::Viewport => (movement.x, movement.y),
        PointerOrigin::Pointer => (pointer.x + movement.x, pointer.y + movement.y),
        PointerOrigin::Element(element) => {
            let rect = origins
                .elements
                .get(&element.0)
                .copied()
                .unwrap_or_default();
            let (x, y) = rect.center();
            (x + movement.x, y + movement.y)
        }
    };
    let (width, height) = origins.screen;
    if !(0.0..=width).contains(&x) || !(0.0..=height).contains(&y) {
        return Err(DeviceError::OutOfBounds(format!(
            "the point {x}, {y} is not on the screen, which is {width} × {height} points."
        )));
    }
    Ok((x, y))
}
