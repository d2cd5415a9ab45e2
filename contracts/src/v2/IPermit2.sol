// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What may be taken.
/// @param token the ERC-20
/// @param amount at most so much
struct TokenPermissions {
    address token;
    uint256 amount;
}

/// @notice What the owner signs, with the spender.
/// @param permitted what may be taken
/// @param nonce used once
/// @param deadline until when, in unix seconds
struct PermitTransferFrom {
    TokenPermissions permitted;
    uint256 nonce;
    uint256 deadline;
}

/// @notice What the spender takes.
/// @param to who gets it
/// @param requestedAmount how much
struct SignatureTransferDetails {
    address to;
    uint256 requestedAmount;
}

/// @notice The one function of Permit2 that is used here.
/// @dev https://docs.uniswap.org/contracts/permit2/reference/signature-transfer
interface IPermit2 {
    /// @notice Takes what the owner signed for the caller.
    /// @param permit what he signed
    /// @param transferDetails what is taken
    /// @param owner who signed
    /// @param signature his signature
    function permitTransferFrom(
        PermitTransferFrom memory permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes calldata signature
    ) external;
}
